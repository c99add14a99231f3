/** The part of sanitize-html (which has no types) that this folder uses. */
declare module 'sanitize-html' {
  interface Frame {
    tag: string
    attribs: Record<string, string>
  }
  interface Options {
    allowedTags: string[]
    allowedAttributes: Record<string, string[]>
    allowedSchemes: string[]
    allowedSchemesAppliedToAttributes: string[]
    allowProtocolRelative: boolean
    transformTags: Record<
      string,
      (tagName: string, attribs: Record<string, string>) => { tagName: string; attribs: Record<string, string> }
    >
    exclusiveFilter: (frame: Frame) => boolean
    nestingLimit: number
  }
  export default function sanitizeHtml(dirty: string, options: Options): string
}
