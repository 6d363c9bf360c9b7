declare const href: string
export default href
