import { passwordCost } from '../../server/features/auth/password-hash.ts'

// Hundreds of people register in a run, and a password hash at the product's cost is expensive on purpose.
Object.assign(passwordCost, { memoryCost: 256, timeCost: 1 })
