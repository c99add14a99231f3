// What stands after this import may import TypeScript.
import { register } from 'tsx/esm/api'

register()
