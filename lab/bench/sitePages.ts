import { contentCalls } from '../../contract/content.ts'
import { rulesCalls } from '../../contract/rules.ts'

export type SitePage = { readonly name: string; readonly path: string }

/** Every public page; for articles and rules, the page of the first listed row. */
export async function sitePages(url: string): Promise<SitePage[]> {
  const firstId = async (path: string) => {
    const response = await fetch(`${url}/api${path}`)
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    const [first] = (await response.json()) as { id: number }[]
    if (first === undefined) throw new Error(`${path} lists nothing`)
    return first.id
  }
  return [
    { name: 'landing', path: '/discordia/' },
    { name: 'initiative', path: '/discordia/rpg-initiative' },
    { name: 'news', path: '/discordia/news&events/' },
    { name: 'article', path: `/discordia/news/${await firstId(contentCalls.listNews.path)}` },
    { name: 'downloads', path: '/discordia/downloads' },
    { name: 'rules', path: '/discordia/rules' },
    {
      name: 'rule',
      path: `/discordia/ruleItem/${await firstId(rulesCalls.listRuleEntries.path)}`,
    },
    { name: 'world', path: '/discordia/world' },
  ]
}
