import type { Mutant } from '../mutant.ts'

/** Downloads. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the search looks at the case',
    file: 'src/features/downloads/downloadFilters.ts',
    find: 'search.trim().toLowerCase()',
    replace: 'search.trim()',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'a category shows all files',
    file: 'src/features/downloads/downloadFilters.ts',
    find: 'isAll || id === categoryId',
    replace: 'isAll || id > 0',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'an opened row closes the others',
    file: 'src/features/downloads/DownloadsPage.tsx',
    find: 'new Set(before)',
    replace: 'new Set<DownloadFileId>()',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'the search is not in the URL',
    file: 'src/features/downloads/downloadFilters.ts',
    find: "if (search !== '') query",
    replace: "if (search === '-') query",
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'a file is saved under another name',
    file: 'src/store/downloads/api.ts',
    find: 'saveFile(blob, fileName)',
    replace: "saveFile(blob, 'file')",
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'a failed download says nothing',
    file: 'src/features/downloads/FileRow.tsx',
    find: "{state === 'failed' && (",
    replace: '{false && (',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'a second click downloads a second time',
    file: 'src/features/downloads/FileRow.tsx',
    find: 'busy={isBusy}',
    replace: 'busy={false}',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'a file without a picture has an empty one',
    file: 'src/features/downloads/FileRow.tsx',
    find: 'image !== null && (',
    replace: '(',
    tests: ['test/screens/downloads.test.tsx'],
  },
  {
    name: 'the progress stands still',
    file: 'src/store/downloads/api.ts',
    find: 'received += part.value.byteLength',
    replace: 'received += 0',
    tests: ['test/screens/downloads.test.tsx', 'test/store/toasts.test.ts'],
  },
]
