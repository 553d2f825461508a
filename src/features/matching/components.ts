export { FitLine, Stitches } from './fit-line.tsx'
export { MemberCards, RememberList } from './member-card.tsx'
export { FitInShort, WhyYouTwo } from './why-you-two.tsx'
