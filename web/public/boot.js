// Runs before the first paint, so that neither the colour scheme nor the writing direction flashes.
// A file of its own, because the content security policy allows no inline script.
(function () {
  var root = document.documentElement;
  var scheme = null;
  try {
    scheme = localStorage.getItem('ringside.color-scheme');
  } catch (e) {
    // Storage can be switched off: the system's scheme is good enough.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
  var cookie = /(?:^|; )i18n_redirected=(en|es|fr|he)(?:;|$)/.exec(document.cookie);
  var wanted = cookie ? [cookie[1]] : navigator.languages || [];
  for (var i = 0; i < wanted.length; i++) {
    var language = String(wanted[i]).slice(0, 2).toLowerCase();
    if (language === 'iw') language = 'he';
    if (/^(en|es|fr|he)$/.test(language)) {
      root.lang = language;
      root.dir = language === 'he' ? 'rtl' : 'ltr';
      return;
    }
  }
})();
