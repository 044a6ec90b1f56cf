"""The pages about the API at `/docs`: a guide to read, and a reference made from the OpenAPI document."""
