export { ContactForOptions, contactForInput } from './contact-for-options.tsx'
export { CallButtons, EmailLink, PhoneLink } from './contact-links.tsx'
export { nameIn, RequestPill, requestInShort } from './request-road.tsx'
