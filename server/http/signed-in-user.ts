/** Who calls, as a session shows it: the account, and by `familyId` which of its sessions. */
export interface SignedInUser {
  id: string
  email: string
  isVerified: boolean
  familyId: string
}
