import { act, render, screen } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { followTranslators } from '#desk/frame/translatedTexts.ts'
import { translatePage } from '#test/helpers/screens/translatePage.ts'

const box = (...children: ReactNode[]) => createElement('p', null, ...children)
const mark = <i>!</i>

beforeAll(() => followTranslators(document))

describe('A text of a library that a browser has translated', () => {
  test.each<[what: string, before: ReactNode[], after: ReactNode[], shown: string[]]>([
    ['is removed', ['Save', mark], [null, mark], ['Save!', '!']],
    ['makes room for an element', ['Save', ' it'], [mark, ' it'], ['Save it', '! it']],
    ['changes', ['Rows: ', 1], ['Rows: ', 2], ['Rows: 1', 'Rows: 2']],
    ['follows something new', [null, 'Save'], [mark, 'Save'], ['Save', '!Save']],
  ])('%s, and back', (_, before, after, shown) => {
    const { rerender } = render(box(...before))
    for (const [children, text] of [
      [after, shown[1]],
      [before, shown[0]],
    ] as const) {
      act(translatePage)
      rerender(box(...children))
      expect(screen.getByRole('paragraph').textContent).toBe(text)
    }
  })
})
