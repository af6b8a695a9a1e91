/** Empties the page's storage before each file of tests: the files share a browser, and one may have left a player's open round in it. */
localStorage.clear();
sessionStorage.clear();
