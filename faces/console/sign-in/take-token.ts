/** What mailed links bring behind the #, which no browser sends and no log keeps. It is taken out of the address at once. */
export function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token !== '') history.replaceState(null, '', location.pathname + location.search)
  return token
}
