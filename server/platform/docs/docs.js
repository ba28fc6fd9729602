// Answers a search while it is typed, with the list that the search page would show. Without a script Enter leads there.
const form = document.querySelector('.search')
const input = form.querySelector('input')
const found = document.getElementById('found')
const contents = document.querySelector('.contents')

// On a narrow screen the text comes first.
if (matchMedia('(max-width: 52rem)').matches) contents.open = false

let latest = 0
async function show() {
  latest += 1
  const turn = latest
  const query = input.value.trim()
  if (query === '') return hide()
  const answer = await fetch(`/docs/search?q=${encodeURIComponent(query)}`).catch(() => undefined)
  if (!answer?.ok || turn !== latest) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (turn !== latest) return
  found.replaceChildren(...page.getElementById('hits').childNodes)
  found.hidden = false
}

function hide() {
  latest += 1
  found.hidden = true
}

let waiting
input.addEventListener('input', () => {
  clearTimeout(waiting)
  waiting = setTimeout(show, 120)
})
document.addEventListener('keydown', (event) => {
  const typing = /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName)
  if (event.key === '/' && !typing) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape') hide()
  const links = [...found.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || found.hidden || !form.contains(event.target)) return
  event.preventDefault()
  const next = links[links.indexOf(document.activeElement) + step]
  if (next) next.focus()
  else input.focus()
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) hide()
})

// Every block of code can be copied; where the browser keeps the clipboard to itself, there is no button.
for (const code of navigator.clipboard ? document.querySelectorAll('pre > code') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  const box = document.createElement('div')
  box.className = 'code'
  const block = code.parentElement
  block.replaceWith(box)
  box.append(block, button)
}

// One language at a time, the same everywhere, and the next time too. Without a script they stand below each other.
const LANGUAGE = 'grandstand-docs-language'
const groups = [...document.querySelectorAll('.languages')]
function choose(language) {
  for (const group of groups) {
    const panels = [...group.querySelectorAll('.language')]
    const chosen = panels.find(({ dataset }) => dataset.language === language) ?? panels[0]
    for (const panel of panels) panel.hidden = panel !== chosen
    for (const tab of group.querySelectorAll('[role=tab]')) {
      const isChosen = tab.textContent === chosen.dataset.language
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
  }
}
for (const [at, group] of groups.entries()) {
  const tabs = document.createElement('div')
  tabs.setAttribute('role', 'tablist')
  tabs.setAttribute('aria-label', 'Language')
  for (const [n, panel] of [...group.querySelectorAll('.language')].entries()) {
    panel.id = `example-${at}-${n}`
    panel.setAttribute('role', 'tabpanel')
    panel.querySelector('p').hidden = true
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    tab.textContent = panel.dataset.language
    panel.setAttribute('aria-label', tab.textContent)
    tabs.append(tab)
  }
  tabs.addEventListener('click', ({ target }) => {
    if (target.getAttribute('role') !== 'tab') return
    const top = tabs.getBoundingClientRect().top
    localStorage.setItem(LANGUAGE, target.textContent)
    choose(target.textContent)
    // The page stays where the reader is, though examples above have become longer or shorter.
    scrollBy(0, tabs.getBoundingClientRect().top - top)
  })
  tabs.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const all = [...tabs.children]
    const next = step && all[(all.indexOf(event.target) + step + all.length) % all.length]
    if (!next) return
    next.click()
    next.focus()
  })
  group.prepend(tabs)
}
choose(localStorage.getItem(LANGUAGE))
