import { confirmSsoLink } from './confirm-sso-link.ts'
import { removeSsoLink } from './remove-sso-link.ts'
import { requestSsoLink } from './request-sso-link.ts'
import { manageSsoProviders } from './sso-providers.manage.ts'
import { testSsoProvider } from './test-sso-provider.manage.ts'

export const ssoOperations = [requestSsoLink, confirmSsoLink, removeSsoLink, ...manageSsoProviders, testSsoProvider]
