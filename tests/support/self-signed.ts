/**
 * A certificate for `localhost` that vouches for itself, from 2020 to 2119, as a managed database may have one. Its key is no secret:
 * nothing but tests believes it.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAe7F9aKtMBwW87B
NKGNsXfRgoCa/lCGTqa2mdsKYy/+3f5S3lu0RtEgZunrt3yONRgjIoutaWCk2waO
IH04RD2jSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBShBOSW5btLHs9+bzF1tOu2S8p3OjAKBggqhkjOPQQDAgNIADBF
AiAeRWWX96QQg2uv/MctEu8hX/tVDFWlXk9PMKlHkelVVQIhAPlv4vYzwMhjWA4P
CrRorkH1cPyv5kRl6TuawlY+OEaF
-----END CERTIFICATE-----
`
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvZ2hBiwi5H/Q5W1F
+V1JG5YkIP5r18gOGAIWFfu5k4ShRANCAAQHuxfWirTAcFvOwTShjbF30YKAmv5Q
hk6mtpnbCmMv/t3+Ut5btEbRIGbp67d8jjUYIyKLrWlgpNsGjiB9OEQ9
-----END PRIVATE KEY-----
`
