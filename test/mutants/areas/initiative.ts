import type { Mutant } from '../mutant.ts'

/** The page of the RPG initiative with its book. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the book has all twelve pages',
    file: 'src/features/initiative/rulebook.ts',
    find: 'pages.slice(0, pages.length / 2)',
    replace: 'pages.slice(0)',
    tests: ['test/screens/initiative.test.tsx'],
  },
  {
    name: 'the small book is as large as the other',
    file: 'src/features/initiative/rulebook.ts',
    find: 'windowWidth < 600 ? 200',
    replace: 'windowWidth < 100 ? 200',
    tests: ['test/screens/initiative.test.tsx'],
  },
  {
    name: 'arrow keys turn the wrong way',
    file: 'src/features/initiative/BookViewer.tsx',
    find: 'ArrowLeft: turnBack, ArrowRight: turnForward',
    replace: 'ArrowLeft: turnForward, ArrowRight: turnBack',
    tests: ['test/screens/initiative.test.tsx'],
  },
  {
    name: 'the plain pages have no words',
    file: 'src/features/initiative/PlainPages.tsx',
    find: 'page.number === number',
    replace: 'page.number === -number',
    tests: ['test/screens/initiative.test.tsx'],
  },
  {
    name: 'the PDF is saved under another name',
    file: 'src/features/initiative/rulebook.ts',
    find: "name: 'RPG-Initiative-Online.pdf'",
    replace: "name: 'book.pdf'",
    tests: ['test/screens/initiative.test.tsx'],
  },
]
