/** Where a mailed link leads. The secret is behind the #, which no browser sends and no log keeps. */
export const consoleLink = (publicUrl: string, page: 'invitation' | 'password', token: string): string =>
  `${publicUrl}/console/${page}#${token}`
