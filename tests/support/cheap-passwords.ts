import { passwordCost } from '../../server/features/auth/password-hash.ts'

// Hundreds of people register in a run, and a hash at the product's cost is meant to take a core's time.
Object.assign(passwordCost, { memoryCost: 256, timeCost: 1 })
