/** Roles of people who work in the back office. Each person has one. */
export const staffRoles = ['owner', 'support', 'content', 'accountant', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

const everybody: readonly StaffRole[] = staffRoles

/**
 * The roles that have each right. A call of the back office names one right; `staff-rights.test.ts` walks all calls with all
 * roles. Nobody has a right that this table does not give.
 */
export const staffRights = {
  'people.read': ['owner', 'support'],
  'people.act': ['owner', 'support'],
  'money.read': ['owner', 'support', 'accountant'],
  'money.refund': ['owner', 'support'],
  'money.reconcile': ['owner', 'accountant'],
  'shop.read': ['owner', 'accountant', 'content'],
  'shop.act': ['owner'],
  'texts.read': ['owner', 'content', 'support'],
  'texts.act': ['owner', 'content'],
  'questions.read': ['owner', 'content', 'analyst'],
  'questions.act': ['owner', 'content'],
  'house.read': everybody,
  'house.act': ['owner'],
  'acts.read': ['owner', 'accountant'],
  'team.act': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>
export type StaffRight = keyof typeof staffRights

export function hasRight(role: StaffRole, right: StaffRight): boolean {
  const roles: readonly StaffRole[] = staffRights[right]
  return roles.includes(role)
}
