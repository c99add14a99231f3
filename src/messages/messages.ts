import { type Catalogue, specified } from './specified.ts'
import { uk } from './uk.ts'

/**
 * The sentences that the specification speaks of, in the catalogue that the build chose. All other sentences are
 * Ukrainian in any case and live beside this file, one file a feature, imported by the feature itself so that each page
 * loads only its own.
 */
export const messages: Catalogue = import.meta.env.VITE_MESSAGES === 'uk' ? uk : specified
