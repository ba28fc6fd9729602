/** Where a link leads that is mailed, or printed at a start. The secret is behind the #, which no browser sends and no log keeps. */
export const consoleLink = (publicUrl: string, page: 'invitation' | 'password' | 'sign-in', token: string): string =>
  `${publicUrl}/console/${page}#${token}`
