10 PRINT "\a\b\u\::\  \.'\'."
