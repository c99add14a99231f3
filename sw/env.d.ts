interface ImportMeta {
  /** The same build settings as the window's. */
  readonly env: { readonly VITE_API_URL?: string }
}
