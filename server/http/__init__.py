"""What every route shares: headers, errors, uploads."""
