/** What the page of imports and exports says. */
export const transferTexts = {
  intro:
    'The file is checked first, and nothing changes until you have seen the report. A file with a single wrong row changes nothing at all.',
  area: 'Area',
  rules: 'Rules',
  glossary: 'Glossary',
  export: 'Export',
  exportOf: (area: string) => `Download: ${area}`,
  import: 'Import',
  file: 'JSON file',
  check: 'Try it out',
  run: 'Import now',
  sending: 'Sending the file',
  working: 'The desk works on the file …',
  sure: (added: number, changed: number) =>
    `${added} new and ${changed} changed records go live at once.`,
  report: (added: number, changed: number, unchanged: number) =>
    `${added} new, ${changed} changed, ${unchanged} as they were.`,
  checked: 'This is what an import would do:',
  imported: 'The import is done:',
  problems: (count: number) =>
    `${count === 1 ? 'One problem' : `${count} problems`}. Nothing is imported until this is mended.`,
  place: 'Place',
  problem: 'Problem',
  unreadable: 'This file holds no JSON.',
}
