export function GlossaryPage() {
  return <h1>GlossaryPage</h1>
}
