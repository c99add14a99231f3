export interface OtherNode {
  name: string
  version: string
  integrity: string
  major: string
}
export function chooseNodes(majors: string[], which: { all: boolean }): OtherNode[]
