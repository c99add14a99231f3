/** The caller that a session proves. `familyId` names the session. */
export interface SignedInUser {
  id: string
  email: string
  isVerified: boolean
  familyId: string
}
