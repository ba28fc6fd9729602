import '../kit/tokens.css'
import '../kit/base.css'
import { render } from 'preact'

render(<main>soon</main>, document.getElementById('app') ?? document.body)
