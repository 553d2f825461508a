import { type ComponentType, createElement } from 'react'
import { classNames } from '#src/ui/class-names.ts'

export type Icon = ComponentType<{ className?: string }>

interface Drawing {
  name?: string
  node: [element: string, attributes: Record<string, string>][]
}

const drawnIcon =
  ({ name, node }: Drawing): Icon =>
  ({ className }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        'aria-hidden': true,
        className: classNames('lucide', name === 'loader-circle' && name, className),
      },
      ...node.map(([element, attributes]) => createElement(element, attributes)),
    )
export default drawnIcon

/** Of our own, where lucide has none or one of many lines. */
export const drawn = (d: string) => drawnIcon({ node: [['path', { d }]] })
