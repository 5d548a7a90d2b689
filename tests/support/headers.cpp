// This program owns the precompiled headers of the tests and has no tests itself.
