"""The manufacturability API: analyze a part, follow the job, read the result."""
