// The program that the precompiled headers of the tests belong to has no tests of its own.
