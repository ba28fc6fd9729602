import { acceptInvitation } from './accept-invitation.ts'
import { addPasskey } from './add-passkey.ts'
import { askForPasskey } from './ask-for-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { changePassword } from './change-password.ts'
import { changeTeamMember } from './change-team-member.manage.ts'
import { confirmTotp } from './confirm-totp.ts'
import { endSession } from './end-session.ts'
import { inviteTeamMember } from './invite-team-member.manage.ts'
import { listPasskeys } from './list-passkeys.ts'
import { listSessions } from './list-sessions.ts'
import { listTeam } from './list-team.manage.ts'
import { lookAtInvitation } from './look-at-invitation.ts'
import { proveIdentity } from './prove-identity.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTeamMember } from './remove-team-member.manage.ts'
import { removeTotp } from './remove-totp.ts'
import { renamePasskey } from './rename-passkey.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { retrieveSignedIn } from './retrieve-signed-in.ts'
import { signIn } from './sign-in.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'
import { signOut } from './sign-out.ts'

export const staffOperations = [
  signIn,
  signInByLink,
  askForPasskey,
  signInByPasskey,
  signOut,
  retrieveSignedIn,
  listSessions,
  endSession,
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
