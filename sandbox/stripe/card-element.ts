import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js'
import { type CardField, type CardInput, digitsFor, isComplete, isDone, problemOf, shown } from './card-fields.ts'
import { brandOf } from './cards.ts'

/** Options of Stripe's card element, and the words the fields are named with. */
export interface SandboxCardOptions extends StripeCardElementOptions {
  labels?: Partial<Record<CardField, string>>
}

type Events = Record<'ready' | 'focus' | 'blur' | 'escape', { elementType: 'card' }> & {
  change: StripeCardElementChangeEvent
}
type Handler = (event: never) => unknown

const fields: { name: CardField; label: string; placeholder?: string; autocomplete: AutoFill }[] = [
  { name: 'number', label: 'Card number', autocomplete: 'cc-number' },
  { name: 'expiry', label: 'Expiry date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  { name: 'cvc', label: 'CVC', autocomplete: 'cc-csc' },
]

/** Stripe's one-line card field, as ordinary inputs of the page: number, expiry date, security code. */
export class SandboxCardElement {
  #options: SandboxCardOptions
  #handlers = new Map<string, Set<Handler>>()
  #host: HTMLElement | undefined
  #row: HTMLElement
  #brand: HTMLElement
  #inputs: Record<CardField, HTMLInputElement>
  #card: CardInput = { number: '', expiry: '', cvc: '' }
  #left = new Set<CardField>()
  #destroyed = false

  constructor(options: SandboxCardOptions = {}) {
    this.#options = options
    this.#row = document.createElement('div')
    this.#row.className = 'sandbox-card'
    this.#brand = document.createElement('span')
    this.#brand.className = 'sandbox-card__brand'
    this.#brand.setAttribute('aria-hidden', 'true')
    this.#inputs = { number: this.#input('number'), expiry: this.#input('expiry'), cvc: this.#input('cvc') }
    this.#row.append(this.#brand, ...Object.values(this.#inputs))
    this.#row.addEventListener('focusin', (event) => this.#onFocus(event))
    this.#row.addEventListener('focusout', (event) => this.#onBlur(event))
    this.#label()
  }

  on(eventType: string, handler: Handler): this {
    const handlers = this.#handlers.get(eventType) ?? new Set()
    this.#handlers.set(eventType, handlers.add(handler))
    return this
  }

  once(eventType: string, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(eventType, once)
      return handler(event)
    }
    return this.on(eventType, once)
  }

  off(eventType: string, handler?: Handler): this {
    if (handler) this.#handlers.get(eventType)?.delete(handler)
    else this.#handlers.delete(eventType)
    return this
  }

  mount(target: string | HTMLElement) {
    const host = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (this.#destroyed || !host) throw new Error('IntegrationError: the card element cannot be mounted here.')
    this.unmount()
    this.#host = host
    host.classList.add('StripeElement')
    host.replaceChildren(this.#row)
    // A label cannot name a <div>; Stripe.js sends its clicks on, too.
    if (host.id) document.querySelector(`label[for="${CSS.escape(host.id)}"]`)?.addEventListener('click', this.focus)
    this.#show()
    // Later, as Stripe.js does after its frame has loaded: React attaches its listeners after mounting.
    setTimeout(() => this.#host === host && this.#emit('ready', { elementType: 'card' }))
  }

  unmount() {
    const host = this.#host
    if (!host) return
    this.#host = undefined
    if (host.id) document.querySelector(`label[for="${CSS.escape(host.id)}"]`)?.removeEventListener('click', this.focus)
    this.#row.remove()
    host.classList.remove(...[...host.classList].filter((name) => /^StripeElement/.test(name)))
  }

  destroy() {
    this.unmount()
    this.#destroyed = true
    this.#handlers.clear()
    this.#card = { number: '', expiry: '', cvc: '' }
  }

  get destroyed() {
    return this.#destroyed
  }

  update(options: SandboxCardOptions) {
    this.#options = { ...this.#options, ...options }
    this.#label()
  }

  focus = () => this.#inputs.number.focus()

  blur() {
    for (const input of Object.values(this.#inputs)) input.blur()
  }

  clear() {
    this.#card = { number: '', expiry: '', cvc: '' }
    this.#left.clear()
    for (const input of Object.values(this.#inputs)) input.value = ''
    this.#changed()
  }

  /** The card if it may be sent; otherwise marks the first field that stops it and answers why. */
  submit():
    | { card: CardInput; error?: undefined }
    | { card?: undefined; error: StripeCardElementChangeEvent['error'] } {
    for (const { name } of fields) this.#left.add(name)
    const { error } = this.#changed()
    if (!error) return { card: this.#card }
    return { error }
  }

  #input(name: CardField): HTMLInputElement {
    const input = document.createElement('input')
    input.className = `sandbox-card__${name}`
    input.inputMode = 'numeric'
    input.spellcheck = false
    input.addEventListener('input', (event) => {
      const typed = event instanceof InputEvent && !event.inputType.startsWith('delete')
      this.#onInput(name, input, typed)
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#emit('escape', { elementType: 'card' })
      if (event.key === 'Backspace' && input.value === '') this.#step(name, -1)
    })
    return input
  }

  #label() {
    for (const { name, label, placeholder, autocomplete } of fields) {
      const input = this.#inputs[name]
      const text = this.#options.labels?.[name] ?? label
      input.setAttribute('aria-label', text)
      input.placeholder = placeholder ?? text
      input.autocomplete = autocomplete
      input.disabled = this.#options.disabled ?? false
    }
  }

  #onInput(name: CardField, input: HTMLInputElement, typed: boolean) {
    const caret = input.selectionStart ?? input.value.length
    const atEnd = caret === input.value.length
    const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
    this.#card[name] = digitsFor(name, input.value, this.#card.number)
    input.value = shown(name, this.#card[name])
    if (!atEnd) input.setSelectionRange(...caretAfter(input.value, digitsBefore))
    this.#left.delete(name)
    this.#changed()
    if (typed && atEnd && isDone(name, this.#card, new Date())) this.#step(name, 1)
  }

  #step(from: CardField, by: 1 | -1) {
    const next = fields[fields.findIndex(({ name }) => name === from) + by]
    if (next) this.#inputs[next.name].focus()
  }

  #onFocus(event: FocusEvent) {
    if (this.#row.contains(event.relatedTarget as Node | null)) return
    this.#host?.classList.add('StripeElement--focus')
    this.#emit('focus', { elementType: 'card' })
  }

  #onBlur(event: FocusEvent) {
    const left = fields.find(({ name }) => this.#inputs[name] === event.target)?.name
    if (left && this.#card[left] !== '') {
      this.#left.add(left)
      this.#changed()
    }
    if (this.#row.contains(event.relatedTarget as Node | null)) return
    this.#host?.classList.remove('StripeElement--focus')
    this.#emit('blur', { elementType: 'card' })
  }

  #changed(): StripeCardElementChangeEvent {
    const event = this.#show()
    this.#emit('change', event)
    return event
  }

  #show(): StripeCardElementChangeEvent {
    const { number, expiry, cvc } = this.#card
    const problem = problemOf(this.#card, this.#left, new Date())
    const empty = number + expiry + cvc === ''
    const complete = !problem && isComplete(this.#card)
    const brand = brandOf(number)
    this.#brand.textContent = brand === 'unknown' ? '' : brand
    for (const { name } of fields) {
      const wrong = problem?.field === name
      this.#inputs[name].classList.toggle('sandbox-card__invalid', wrong)
      this.#inputs[name].setAttribute('aria-invalid', String(wrong))
    }
    for (const [state, on] of Object.entries({ empty, complete, invalid: problem !== undefined })) {
      this.#host?.classList.toggle(`StripeElement--${state}`, on)
    }
    return {
      elementType: 'card',
      empty,
      complete,
      brand,
      value: { postalCode: '' },
      error: problem && { type: problem.type, code: problem.code, message: problem.message },
    }
  }

  #emit<T extends keyof Events>(eventType: T, event: Events[T]) {
    for (const handler of this.#handlers.get(eventType) ?? []) handler(event as never)
  }
}

/** Right behind the nth digit, wherever the blanks now are. */
function caretAfter(text: string, digits: number): [start: number, end: number] {
  let position = 0
  for (let seen = 0; seen < digits && position < text.length; position++) if (/\d/.test(text[position] ?? '')) seen++
  return [position, position]
}
