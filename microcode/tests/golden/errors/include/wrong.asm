// included

	ldm nothing   // said here
