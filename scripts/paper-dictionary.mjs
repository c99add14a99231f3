// `npm run paper:dictionary -- NUMBER`: the words and pictures for storing papers of the next format, made from papers of many
// seeds. A dictionary that a release has used is never made again: the file must not exist.
import { existsSync } from 'node:fs'
import './require-node.mjs'
import { tsImport } from 'tsx/esm/api'
import { inProject } from './launch/project.mjs'

const folder = 'server/features/exams/paper/paper-formats'
const number = Number(process.argv[2])
if (!Number.isInteger(number) || number < 1) throw new Error('Which number is the dictionary to have?')
if (existsSync(inProject(`${folder}/dictionary-${number}.json`)))
  throw new Error(`Dictionary ${number} is there already.`)
const { makeDictionary } = await tsImport(`../${folder}/make-dictionary.ts`, import.meta.url)
console.log(makeDictionary(number))
