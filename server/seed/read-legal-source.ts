export interface LegalSource {
  version: string
  title: string
  html: string
}

/** A file of content/legal: `version:` and `title:` lines, an empty line, then HTML with {{seller.…}} to be filled in. */
export function readLegalSource(file: string): LegalSource {
  const match = /^version: (?<version>\S+)\ntitle: (?<title>.+)\n\n(?<html>[\s\S]+)$/.exec(file)
  if (match === null) throw new Error('A legal text must begin with its version, its title and an empty line')
  return match.groups as unknown as LegalSource
}
