// A user's page has no text yet that asks for the font. Imported before the app, so that it comes while the app is run.
void document.fonts.load('1rem Inter');
