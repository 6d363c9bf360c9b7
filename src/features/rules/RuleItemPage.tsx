export function RuleItemPage() {
  return <h1>RuleItemPage</h1>
}
