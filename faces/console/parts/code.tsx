import lazy, { ErrorBoundary } from 'preact-iso/lazy'

const Qr = lazy(() => import('../../kit/qr.tsx').then((file) => file.Qr))

/** A QR code. What draws it is larger than the pages that seldom show one, and comes with the first of them. */
export const Code = (props: { text: string; label: string }) => (
  <ErrorBoundary>
    <Qr {...props} />
  </ErrorBoundary>
)
