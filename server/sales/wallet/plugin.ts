import { appleService } from './apple-service.ts'
import {
  removeAppleWallet,
  removeGoogleWallet,
  retrieveWallets,
  setAppleWallet,
  setGoogleWallet,
} from './manage-wallets.manage.ts'
import { retrieveApplePass, retrieveGoogleWalletLink } from './retrieve-passes.ts'

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
]
