"""
A window of WebKitGTK on a profile that outlives it: the browser that Debian drives in tests forgets everything.

    python3 webkit-browser.py PROFILE_FOLDER

WebKitWebDriver starts it and talks to it. Only Debian's own python has the library (python3-gi, gir1.2-webkit2-4.1).
"""
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

PHONE = (390, 844)


def open_view(_session, context):
    window = Gtk.Window()
    window.set_default_size(*PHONE)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window.add(view)
    window.show_all()
    return view


def follow(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('webkit-browser')
    session.set_application_info(info)
    session.connect('create-web-view', open_view, context)


profile = sys.argv[1]
data = WebKit2.WebsiteDataManager(base_data_directory=f'{profile}/data', base_cache_directory=f'{profile}/cache')
context = WebKit2.WebContext(website_data_manager=data)
context.set_preferred_languages(['uk-UA'])
context.set_automation_allowed(True)
context.connect('automation-started', follow)
Gtk.main()
