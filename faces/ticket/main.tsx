import '../kit/tokens.css'
import '../kit/base.css'
import { render } from 'preact'
import { TicketApp } from './ticket-app.tsx'

render(<TicketApp />, document.getElementById('app') ?? document.body)

// Without one the page works all the same, with a network only.
navigator.serviceWorker?.register('/t/worker.js', { scope: '/t/' }).catch(() => undefined)
