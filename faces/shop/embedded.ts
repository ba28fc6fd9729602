/** Whether the page is shown in a frame on the club's own page: see embed.ts, which is the other end. */
export const isEmbedded = window.parent !== window

/** Another page of the shop begins at its top. */
export const tellTop = (): void => {
  if (isEmbedded) window.parent.postMessage({ grandstand: 'top' }, '*')
}
