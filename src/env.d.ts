interface ImportMetaEnv {
  /** The API host; empty or absent is the origin that served the page. */
  readonly VITE_API_URL?: string
  /** 'uk' replaces the specification's Russian and English sentences by Ukrainian ones. */
  readonly VITE_MESSAGES?: string
}
