# no space before a label
@a: goto@b
@b: gosub@a: restore@a: run@b
