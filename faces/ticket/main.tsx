import '../kit/tokens.css'
import '../kit/base.css'
import { render } from 'preact'
import { isCard } from './api.ts'
import { TicketApp } from './ticket-app.tsx'
import { speak } from './words.ts'

// The browser's language, until the order has said its own.
await speak(null, undefined)
// A member's card is a page of the same kind, and what it needs besides comes with it alone.
const App = isCard ? (await import('./card-app.tsx')).CardApp : TicketApp
render(<App />, document.getElementById('app') ?? document.body)

// Without one the page works all the same, with a network only.
navigator.serviceWorker?.register('/t/worker.js', { scope: '/t/' }).catch(() => undefined)
