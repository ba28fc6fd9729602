import { appleService } from './apple-service.ts'
import { googleLogo } from './google-logo.ts'
import { removeAppleWallet } from './remove-apple-wallet.manage.ts'
import { removeGoogleWallet } from './remove-google-wallet.manage.ts'
import { retrieveApplePass } from './retrieve-apple-pass.ts'
import { retrieveGoogleWalletLink } from './retrieve-google-wallet-link.ts'
import { retrieveWallets } from './retrieve-wallets.manage.ts'
import { setAppleWallet } from './set-apple-wallet.manage.ts'
import { setGoogleWallet } from './set-google-wallet.manage.ts'

/** Tickets in the wallets of phones. */
export const walletOperations = [
  retrieveWallets,
  setAppleWallet,
  removeAppleWallet,
  setGoogleWallet,
  removeGoogleWallet,
  retrieveApplePass,
  retrieveGoogleWalletLink,
  appleService,
  googleLogo,
]
