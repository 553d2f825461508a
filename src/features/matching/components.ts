export { FitLine, Stitches } from './fit-line.tsx'
export { FitInShort, WhyYouTwo } from './why-you-two.tsx'
