// Modules that are imported after this one may import TypeScript.
import { register } from 'tsx/esm/api'

register()
