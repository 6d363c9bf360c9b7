import type { Mutant } from '../mutant.ts'

/** News, events, articles. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the scope of an event is not filtered',
    file: 'src/features/content/visibleArticles.ts',
    find: 'event.event_scope === location',
    replace: 'event.event_scope !== null',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'events that are both online and offline are hidden',
    file: 'src/features/content/visibleArticles.ts',
    find: " || event.event_type === 'Both'",
    replace: '',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'hidden news stay',
    file: 'src/features/content/visibleArticles.ts',
    find: 'filters.hasNews ? news : []',
    replace: 'news',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'the count of cards is not in the URL',
    file: 'src/features/news/newsFilters.ts',
    find: 'if (count !== NEWS_PAGE) query',
    replace: 'if (count < 0) query',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'the checkboxes are not in the URL',
    file: 'src/features/news/newsFilters.ts',
    find: "if (!hasNews) query.set('news', 'off')",
    replace: '',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'a filter keeps the count of cards',
    file: 'src/features/content/NewsFilterBar.tsx',
    find: '...changed, count: NEWS_PAGE',
    replace: '...changed',
    tests: ['test/screens/content.test.tsx'],
  },
  {
    name: 'the dialog opens before the detail has come',
    file: 'src/features/content/useArticleDialog.ts',
    find: 'setFetchingId(item.id)',
    replace: `setFetchingId(item.id)
    setStory(item)
    setHasOpened(true)`,
    tests: ['test/screens/contentDialog.test.tsx'],
  },
  {
    name: 'an event is asked for as news',
    file: 'src/features/content/useArticleDialog.ts',
    find: "item.type === 'News' ? fetchNews : fetchEvent",
    replace: "item.type !== '' ? fetchNews : fetchEvent",
    tests: ['test/screens/contentDialog.test.tsx'],
  },
  {
    name: 'the dialog has no description',
    file: 'src/features/content/ArticleDialog.tsx',
    find: 'text={story.description}',
    replace: 'text=""',
    tests: ['test/screens/contentDialog.test.tsx'],
  },
  {
    name: 'an event is not tried when there is no such news',
    file: 'src/store/content/api.ts',
    find: 'news.error ? await',
    replace: '!news.error ? await',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'Next Article leads to the second one',
    file: 'src/features/content/MoreArticles.tsx',
    find: 'const [next] = upcoming',
    replace: 'const [, next] = upcoming',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'More Articles lists all of them',
    file: 'src/features/content/MoreArticles.tsx',
    find: 'upcoming.slice(0, MORE_ARTICLES_MAX)',
    replace: 'upcoming.slice(0)',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'an event has no calendar entry',
    file: 'src/features/content/EventExtras.tsx',
    find: '{calendar !== null && (',
    replace: '{calendar === null && (',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'an unknown article has no way back',
    file: 'src/features/content/MissingArticle.tsx',
    find: 'to="/discordia/news&events/"',
    replace: 'to="/discordia/"',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'a javascript: URL is used for a picture',
    file: 'src/store/http/pictures.ts',
    find: 'const src = safeUrl(background_image)',
    replace: 'const src = background_image',
    tests: ['test/screens/landing.test.tsx', 'test/screens/content.test.tsx'],
  },
  {
    name: 'an item without a picture shows none',
    file: 'src/store/http/pictures.ts',
    find: 'const fallback = ownPicture(name, 960)',
    replace: 'const fallback = ownPicture(name, 480)',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'the article has no short description',
    file: 'src/features/content/ArticleHero.tsx',
    find: '{story.short_description}',
    replace: '',
    tests: ['test/screens/article.test.tsx'],
  },
  {
    name: 'events that are over are listed',
    file: 'server/modules/content/repository.ts',
    find: `listEvents: (db: Db, now: number): Promise<ContentRow[]> =>
    published(db, now)
      .where('kind', '=', 'event')
      .where('ends_at', '>', now)`,
    replace: `listEvents: (db: Db, now: number): Promise<ContentRow[]> =>
    published(db, now)
      .where('kind', '=', 'event')
      .where('ends_at', '>', 0)`,
    tests: ['test/server/content.test.ts'],
  },
  {
    name: 'the page of an article offers no link preview',
    file: 'server/http/pageTags.ts',
    find: "og('og:image', picture.url)",
    replace: "og('og:video', picture.url)",
    tests: ['test/server/pages.test.ts'],
  },
  {
    name: 'news are dated by their creation',
    file: 'server/modules/content/present.ts',
    find: "row.kind === 'news' ? row.publish_at",
    replace: "row.kind === 'news' ? row.created_at",
    tests: ['test/server/content.test.ts'],
  },
  {
    name: 'an event that is over is offered for the calendar',
    file: 'server/modules/content/present.ts',
    find: '(row.ends_at ?? 0) > now',
    replace: '(row.ends_at ?? 0) > 0',
    tests: ['test/server/content.test.ts', 'test/server/feeds.test.ts'],
  },
  {
    name: 'the next article is the article itself',
    file: 'server/modules/content/readingOrder.ts',
    find: 'circle.filter(({ id }) => id !== item.id)',
    replace: '[...circle]',
    tests: ['test/server/content.test.ts'],
  },
]
