import { acceptInvitation, lookAtInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import { beginTotp, confirmTotp, removeTotp, replaceRecoveryCodes } from './own-second-factor.ts'
import { endOwnSession, listSessions, retrieveSignedIn, signOut } from './own-sessions.ts'
import { proveIdentity } from './prove.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { askForPasskey, signInByPasskey } from './sign-in-by-passkey.ts'
import { changeTeamMember, inviteTeamMember, listTeam, removeTeamMember } from './team.manage.ts'

export const staffOperations = [
  signIn,
  signInByLink,
  askForPasskey,
  signInByPasskey,
  signOut,
  retrieveSignedIn,
  listSessions,
  endOwnSession,
  changePassword,
  proveIdentity,
  beginTotp,
  confirmTotp,
  removeTotp,
  replaceRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  requestPasswordReset,
  resetPassword,
  lookAtInvitation,
  acceptInvitation,
  listTeam,
  inviteTeamMember,
  changeTeamMember,
  removeTeamMember,
]
